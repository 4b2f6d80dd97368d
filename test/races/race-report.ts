/** The page about the mix of bookings (docs/races.md): a section for each way in which it was run. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { countInvariants } from '../invariants.ts'
import type { Outcomes } from './booking-mix.ts'

export const clients = 64

const intro = `# Bookings of every kind at once

What ${clients} clients came to who booked, moved and cancelled on the same three classes, a course, two people and a room at a time, while the business changed capacities.
Afterwards the tables were asked for everything that must never be (\`test/invariants.ts\`): no session is oversold, no person or room is booked twice, every
credit, count and debt that is kept is what its rows come to. \`npm run soak -- --only races,races-embedded,races-http\` repeats it and writes this page anew.
`

export const countDone = (outcomes: Outcomes): number => Object.values(outcomes).reduce((sum, { done = 0 }) => sum + done, 0)
export const countTurnedAway = (outcomes: Outcomes): number => Object.values(outcomes).reduce((sum, { UNAVAILABLE = 0 }) => sum + UNAVAILABLE, 0)
/** Commands that never succeeded. */
export const findNeverDone = (outcomes: Outcomes): string[] => Object.keys(outcomes).filter((name) => !outcomes[name]?.done)

export interface RaceRun {
  title: string
  /** What was run, as a sentence without its end. */
  summary: string
  outcomes: Outcomes
}

function toSection({ title, summary, outcomes }: RaceRun): string {
  const lines = Object.entries(outcomes).map(([name, counts]) => {
    const refused = Object.entries(counts)
      .filter(([code]) => code !== 'done')
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `| ${name} | ${counts.done ?? 0} | ${refused.map(([code, count]) => `${code} ${count}`).join(', ') || '–'} |`
  })
  return [`## ${title}`, `${summary}; ${countInvariants()} invariants, none broken.`, '', '| operation | done | refused |', '|---|---|---|', ...lines, ''].join(
    '\n',
  )
}
/** The page with the section of this run in place of an older one of its title. */
function toPage(page: string, run: RaceRun): string {
  const others = page.split(/^(?=## )/m).filter((part) => part.startsWith('## ') && !part.startsWith(`## ${run.title}\n`))
  return [intro, ...[toSection(run), ...others.map((part) => part.trimEnd() + '\n')].toSorted((a, b) => (a < b ? 1 : -1))].join('\n')
}

/** Writes what came of a run into the file of RACE_REPORT, if there is one. */
export function writeRaceReport(run: RaceRun): void {
  const file = process.env.RACE_REPORT
  if (file) writeFileSync(file, toPage(existsSync(file) ? readFileSync(file, 'utf8') : '', run))
}
