import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.gen.ts'

/** A connection inside a transaction. */
export type Tx = Transaction<Tables>
/** The database outside of any transaction. */
export type Db = Kysely<Tables>
/** The database for queries only: it cannot build writes, and raw SQL goes through `readSql`. A transaction is one, too. */
export type ReadDatabase = Pick<Db, 'selectFrom' | 'selectNoFrom'>
