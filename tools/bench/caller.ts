/**
 * Calls one after the other, in a process of its own: what asking and reading cost must not be counted with what is measured. Reads JSON objects
 * (`Asked`), one a line, and prints a line for each: empty, or what went wrong.
 */
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

export interface Asked {
  url: string
  headers: Record<string, string>
  body: string
  times: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const ask = ({ url, headers, body }: Asked): Promise<void> =>
  new Promise((done, fail) => {
    const call = request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? done() : fail(new Error(`${url} answered ${response.statusCode}`))))
    })
    call.once('error', fail)
    call.end(body)
  })

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Asked
  let problem = ''
  try {
    for (let n = 0; n < asked.times; n++) await ask(asked)
  } catch (error) {
    problem = (error as Error).message
  }
  console.log(problem)
}
agent.destroy()
