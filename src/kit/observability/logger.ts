/** Structured logs: one JSON line per request, job and problem, or readable lines on a terminal. */
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { redact, toLoggedError } from './redact.ts'

export type { Logger } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
export const logFormats = ['json', 'pretty'] as const
export type LogFormat = (typeof logFormats)[number]

export interface LogSettings {
  level: LogLevel
  format: LogFormat
}

/** The logger of the process. `destination` is for tests; else standard output. */
export async function createLogger({ level, format }: LogSettings, destination?: DestinationStream): Promise<Logger> {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: toLoggedError },
    // A message may hold words of an error.
    hooks: { logMethod: redactMessage },
  }
  if (destination) return pino(options, destination)
  if (format === 'json') return pino(options, pino.destination({ dest: 1, sync: false, minLength: 0 }))
  // Loaded only where it is wanted.
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ colorize: process.stdout.isTTY, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true, sync: true }))
}

function redactMessage(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const at = typeof args[0] === 'string' ? 0 : 1
  log.apply(this, args.map((arg, n) => (n === at && typeof arg === 'string' ? redact(arg) : arg)) as Parameters<LogFn>)
}

/** Problems that nothing else reports: bugs, failed jobs, schedules that stopped. */
export const createReporter =
  (logger: Logger) =>
  (problem: string, error: unknown): void =>
    logger.error({ err: error }, problem)
