/** A mail server that takes everything, and what it heard. */
import { createServer, type Socket } from 'node:net'
import { configureEmail } from '#domains/notifications/public.ts'

/** Sends emails to a mail server while `work` goes on; answers all that it heard, decoded. */
export async function hearEmails(work: () => Promise<unknown>): Promise<string> {
  const heard: string[] = []
  const smtp = createServer((socket: Socket) => {
    let inData = false
    socket.write('220 here\r\n')
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      heard.push(text)
      if (inData && !text.endsWith('\r\n.\r\n')) return
      const answer = inData ? '250 taken\r\n' : text.startsWith('DATA') ? '354 go on\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n'
      inData = text.startsWith('DATA')
      socket.write(answer)
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  configureEmail({ smtpUrl: `smtp://127.0.0.1:${(smtp.address() as { port: number }).port}`, from: 'studio@example.org' })
  try {
    await work()
  } finally {
    configureEmail({ smtpUrl: undefined, from: '' })
    smtp.close()
  }
  return heard
    .join('')
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
