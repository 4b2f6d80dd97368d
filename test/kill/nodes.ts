/** Several built servers on one database of one PostgreSQL server, as several machines would be. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type ServerProcess, serverProcess } from './server.ts'

export interface Nodes {
  nodes: ServerProcess[]
  /** Ends all of them at once; the exit codes. */
  end(): Promise<(number | null)[]>
}

/** A new database without tables on this server; its address. */
export async function createDatabase(server: string): Promise<string> {
  const name = `atrium_nodes_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Starts `count` servers on one database: the first one makes its tables where there are none, the others come then, all at once. */
export async function startNodes(databaseUrl: string, count: number, settings: Record<string, string> = {}): Promise<Nodes> {
  const nodes = await Promise.all(Array.from({ length: count }, () => serverProcess({ DATABASE_URL: databaseUrl, ...settings })))
  const end = () => Promise.all(nodes.map((node) => node.end()))
  try {
    await nodes[0]?.start()
    await Promise.all(nodes.slice(1).map((node) => node.start()))
  } catch (error) {
    await end()
    throw error
  }
  return { nodes, end }
}
