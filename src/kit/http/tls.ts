/** HTTPS by two files, which are read again when they change: renewed certificates need no restart. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { createSecureContext } from 'node:tls'

/** Paths of a certificate with its chain, and of its key, both PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

interface Certificate {
  cert: Buffer
  key: Buffer
}

const MIN_VERSION = 'TLSv1.2'
const toContextOptions = (certificate: Certificate) => ({ ...certificate, minVersion: MIN_VERSION }) as const

/** Reads both files. Throws when one cannot be read, or when they do not belong together. */
export function readCertificate({ cert, key }: TlsFiles): Certificate & { minVersion: typeof MIN_VERSION } {
  const options = toContextOptions({ cert: readFileSync(cert), key: readFileSync(key) })
  // Fails for what is no certificate, and for the key of another one.
  createSecureContext(options)
  return options
}

const LOOK_EVERY_MS = 60_000
const hashCertificate = ({ cert, key }: Certificate): string => createHash('sha256').update(cert).update('\0').update(key).digest('hex')

/**
 * Serves new connections with the files as they are now: looks every minute and on SIGHUP. Files that cannot be used are reported once, and the
 * former ones go on serving. Ends with `stop`.
 */
export function followCertificate(server: Server | TlsServer, files: TlsFiles, report: (problem: string, error: unknown) => void): { stop: () => void } {
  let served = hashCertificate(readCertificate(files))
  let reported = ''
  const follow = () => {
    try {
      const certificate = readCertificate(files)
      const hash = hashCertificate(certificate)
      if (hash !== served) (server as TlsServer).setSecureContext(certificate)
      served = hash
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported) report('TLS_CERT and TLS_KEY cannot be used; the former certificate goes on', error)
      reported = message
    }
  }
  const timer = setInterval(follow, LOOK_EVERY_MS).unref()
  process.on('SIGHUP', follow)
  return {
    stop: () => {
      clearInterval(timer)
      process.off('SIGHUP', follow)
    },
  }
}
