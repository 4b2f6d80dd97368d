// sql-in-stores and http-in-mount: a handler that asks the database and the web server itself.
import { sql } from 'kysely'
import Fastify from 'fastify'
export const plansHandlers = { sql, Fastify }
