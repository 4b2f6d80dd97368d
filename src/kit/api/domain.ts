/** A domain as one value: all that the server, the runner, the documents and the checks have to know of it. */
import type { TableList } from '../db/archive/rules.ts'
import type { EmailCatalog } from '../email/render.ts'
import type { EmailEditing } from '../email/wording.ts'
import type { DryRunReporter } from '../jobs/dry-run.ts'
import type { JobHandler, LocalTask, Schedule } from '../jobs/runner.ts'
import type { HookRegistration } from './hooks.ts'
import type { OperationGroup } from './mount.ts'

export type JobHandlers = Readonly<Record<string, JobHandler>>

/** `Server` is what the handlers of some domains need of the running server. */
export interface Domain<Server = unknown> {
  /** The name of its folder. */
  name: string
  /** Contracts with their handlers, by the name under which documents and clients know them. */
  operations?: readonly OperationGroup<Server>[]
  /** Job kind → handler. As a function it gets all domains: emails of every domain are delivered by one job. */
  jobs?: JobHandlers | ((domains: readonly Domain<never>[]) => JobHandlers)
  /** What time makes due. */
  schedules?: readonly Schedule[]
  /** What has to be done on every machine, for all sites at once. */
  localTasks?: readonly LocalTask[]
  emails?: {
    templates: EmailCatalog
    /** Template → the kind that its recipient may turn off; every other email is always sent. */
    optional?: Readonly<Record<string, string>>
    /** How the business edits their words. */
    editing?: EmailEditing
  }
  /** What it says of dry runs. */
  dryRun?: DryRunReporter
  /** Its part in what domains to its left ask, and in what they notify of. */
  hooks?: readonly HookRegistration[]
  /** Its tables.ts: the tables that its stores alone read and write, and what of them an archive of the site holds. */
  tables?: TableList
}

/** The job handlers of all domains. */
export const collectJobs = (domains: readonly Domain<never>[]): JobHandlers =>
  Object.assign({}, ...domains.map(({ jobs }) => (typeof jobs === 'function' ? jobs(domains) : jobs)))
