/**
 * Loaded into the built server before it starts (`node --import`): tells over IPC how long its event loop was held since it was last asked. By the clock,
 * and by the processor time of the loop's own thread between two ticks, which a busy machine changes little. Plain JavaScript: the server runs it as it is.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // Nanoseconds that the main thread was on a processor. Linux alone has it; elsewhere only the clock counts.
  let file
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    process.once('exit', () => closeSync(file))
  } catch {
    file = undefined
  }
  const buffer = Buffer.alloc(64)
  const readMs = () => (file === undefined ? 0 : Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ')[0]) / 1e6)
  let last = readMs()
  let longest = 0
  setInterval(() => {
    const now = readMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1).unref()
  process.on('message', (message) => {
    if (message !== 'read-holds') return
    process.send({ holds: { clockMs: delay.max / 1e6, processorMs: file === undefined ? null : longest } })
    delay.reset()
    longest = 0
  })
  process.channel?.unref()
}
