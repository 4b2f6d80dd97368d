/** Reads QR codes with the camera, where the browser can (`BarcodeDetector`); elsewhere codes are typed. */
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './check-in.module.css'

const messages = defineDashboardMessages(
  {
    blocked: 'The camera can’t be used. Allow it in your browser’s settings, or type the code.',
    scan: 'Scan a code',
    camera: 'Camera',
    close: 'Close camera',
  },
  {
    de: {
      blocked: 'Die Kamera lässt sich nicht nutzen. Erlaube sie in den Einstellungen deines Browsers oder gib den Code ein.',
      scan: 'Code scannen',
      camera: 'Kamera',
      close: 'Kamera schließen',
    },
  },
)

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = new (options: { formats: string[] }) => Detector
const findDetector = (): DetectorClass | undefined => (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector
export const canScan = (): boolean => findDetector() !== undefined && 'mediaDevices' in navigator

/** `onCode` gets each code once, until another one is seen. */
export function Scanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const t = useMessages(messages)
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const report = useRef(onCode)
  useEffect(() => {
    report.current = onCode
  }, [onCode])
  useEffect(() => {
    const Class = findDetector()
    if (!Class) return
    const detector = new Class({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let last = ''
    const look = async () => {
      if (!video.current || video.current.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
      const [found] = await detector.detect(video.current).catch(() => [])
      if (!found || found.rawValue === last) return
      last = found.rawValue
      report.current(found.rawValue)
    }
    const timer = setInterval(() => void look(), 250)
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (opened) => {
        stream = opened
        if (video.current) video.current.srcObject = opened
      },
      () => setProblem(currentMessages(messages).blocked),
    )
    return () => {
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <section aria-label={t.scan} className={css.scanner}>
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : (
        <video ref={video} className={css.video} autoPlay muted playsInline aria-label={t.camera} />
      )}
      <Button variant="default" size="md" onClick={onClose}>
        {t.close}
      </Button>
    </section>
  )
}
