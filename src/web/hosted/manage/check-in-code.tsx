import { useEffect, useState } from 'react'
import { toCheckInCode } from '#domains/bookings/rules/check-in-code.ts'
import { useMessages } from '../../kit/messages.ts'
import { messages } from './manage.messages.tsx'

/** What the customer shows at check-in: the code to read out, and as QR once the QR library is loaded. */
export function CheckInCode({ bookingId }: { bookingId: string }) {
  const t = useMessages(messages)
  const code = toCheckInCode(bookingId)
  const [svg, setSvg] = useState<string>()
  useEffect(() => {
    let isShown = true
    // Without the drawing the code is still there to be read out.
    import('uqr').then(
      ({ renderSVG }) => isShown && setSvg(renderSVG(code)),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [code])
  return (
    <>
      <dt>{t.checkInCode}</dt>
      <dd>
        {code}
        <span className="block dim small">{t.checkInHint}</span>
        {svg ? <img className="qr" width={132} height={132} alt={t.checkInQr} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} /> : null}
      </dd>
    </>
  )
}
