/**
 * What a command asks of the server that runs on the same embedded database: only one process may open it, so the server does the work and answers.
 * One line of JSON each way, through the socket that holds the data folder, which only its user can open.
 */
import { type AnswerRequest, askHolder } from '#kit/db/data-dir-lock.ts'
import type { Finding } from './findings.ts'
import type { SitesRequest } from './read-command.ts'

export type HolderRequest = { command: 'backup'; to?: string | undefined } | { command: 'doctor' } | { command: 'sites'; request: SitesRequest }
export type HolderReply = { message: string } | { findings: Finding[] } | { refused: string }

/** What the running server answers; undefined when none runs on this folder. */
export async function askRunningServer(dataDir: string, request: HolderRequest): Promise<HolderReply | undefined> {
  const reply = await askHolder(dataDir, JSON.stringify(request))
  return reply ? (JSON.parse(reply) as HolderReply) : undefined
}

/** Answers requests with `carryOut`. What it throws is refused with its message. */
export function createHolder(): { answer: AnswerRequest; serve: (carryOut: (request: HolderRequest) => Promise<HolderReply>) => void } {
  let carry = async (_request: HolderRequest): Promise<HolderReply> => ({ refused: 'The server is still starting. Try again in a moment.' })
  const reply = async (line: string): Promise<HolderReply> => {
    try {
      return await carry(JSON.parse(line) as HolderRequest)
    } catch (error) {
      return { refused: (error as Error).message }
    }
  }
  return {
    answer: async (line) => JSON.stringify(await reply(line)),
    serve: (carryOut) => {
      carry = carryOut
    },
  }
}
