/** A signature: the typed name, which a keyboard can give, and a drawing beside it for those who like to draw. */
import { type PointerEvent, useRef } from 'react'
import type { Signature } from '#domains/forms/rules/answers.ts'
import { FormField } from '../form.tsx'
import { useMessages } from '../messages.ts'
import { messages } from './client-forms.messages.ts'

interface SignatureFieldProps {
  name: string
  label: string
  hint?: string
  required: boolean
  value: unknown
  onChange: (value: Signature | '') => void
}
const [width, height, longest] = [300, 100, 20_000]

export function SignatureField({ value, onChange, hint, ...field }: SignatureFieldProps) {
  const t = useMessages(messages)
  const { name, drawing = '' } = (value || { name: '' }) as Signature
  const isDrawing = useRef(false)
  const set = (to: Partial<Signature>) => {
    const next = { name, drawing, ...to }
    onChange(next.name === '' && !next.drawing ? '' : next)
  }
  const addPoint = (event: PointerEvent<SVGSVGElement>, step: 'M' | 'L') => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]
    const path = `${drawing}${step}${Math.max(0, x).toFixed(1)} ${Math.max(0, y).toFixed(1)}`
    if (path.length <= longest) set({ drawing: path })
  }
  return (
    <div className="signature-field">
      <FormField {...field} hint={hint ? `${hint} ${t.sign}` : t.sign} autoComplete="name" maxLength={200} value={name} onChange={(to) => set({ name: to })} />
      <div className="field-hint">{t.draw}</div>
      <svg
        className="signature"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t.pad}
        onPointerDown={(event) => {
          isDrawing.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          addPoint(event, 'M')
        }}
        onPointerMove={(event) => {
          if (isDrawing.current) addPoint(event, 'L')
        }}
        onPointerUp={() => {
          isDrawing.current = false
        }}
      >
        <path d={drawing} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {drawing ? (
        <button type="button" className="plain link small" onClick={() => set({ drawing: '' })}>
          {t.clear}
        </button>
      ) : null}
    </div>
  )
}
