import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.gen.ts'

/** A connection inside a transaction. */
export type Tx = Transaction<Tables>
/** The database outside of any transaction. */
export type Db = Kysely<Tables>
