/**
 * Forms. Violations from the server appear at their fields and in a summary that takes the focus; other errors appear in
 * the same summary as one sentence.
 */
import {
  createContext,
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { joinLabel } from '#kit/pure/languages.ts'
import { ApiError, errorMessage, type FieldViolation } from '../api.ts'
import { pageLanguage } from '../language.ts'
import { Button } from './button.tsx'
import { currentMessages, useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  {
    check: 'Please check this field.',
    checkMarked: 'Please check the highlighted fields.',
    optional: '(optional)',
    showPassword: 'Show password',
    hide: 'Hide',
    show: 'Show',
  },
  {
    de: {
      check: 'Bitte prüfe dieses Feld.',
      checkMarked: 'Bitte prüfe die markierten Felder.',
      optional: '(optional)',
      showPassword: 'Passwort anzeigen',
      hide: 'Ausblenden',
      show: 'Anzeigen',
    },
    fr: {
      check: 'Vérifiez ce champ.',
      checkMarked: 'Vérifiez les champs signalés.',
      optional: '(facultatif)',
      showPassword: 'Afficher le mot de passe',
      hide: 'Masquer',
      show: 'Afficher',
    },
    es: {
      check: 'Revisa este campo.',
      checkMarked: 'Revisa los campos marcados.',
      optional: '(opcional)',
      showPassword: 'Mostrar la contraseña',
      hide: 'Ocultar',
      show: 'Mostrar',
    },
  },
)

interface FormState {
  errors: ReadonlyMap<string, string>
  register: (name: string, id: string, label: string) => void
  /** Clears the violation of a field once the user types in it. */
  touch: (name: string) => void
}
const FormContext = createContext<FormState>({ errors: new Map(), register: () => undefined, touch: () => undefined })

const stripIndexes = (field: string) => field.replace(/\[\d+\]/g, '')
/** Matches 'member.profile.nickname' with a field called 'nickname', 'profile.nickname' or the whole path. */
const matchesField = (violation: FieldViolation, name: string) => {
  const path = stripIndexes(violation.field)
  return path === name || path.endsWith(`.${name}`)
}
const capitalize = (text: string) => (text ? text[0]?.toUpperCase() + text.slice(1) : currentMessages(messages).check)

export interface FormProps {
  children: ReactNode
  onSubmit: () => unknown
  error?: unknown
  submit?: ReactNode
  busy?: boolean
  actions?: ReactNode
  label?: string
  explain?: (error: ApiError) => ReactNode
}
/** `onSubmit` may return a promise; what it throws is shown. `explain` can replace the message of an error. */
export function Form({ children, onSubmit, error: given, submit, busy, actions, label, explain }: FormProps) {
  const [thrown, setThrown] = useState<unknown>()
  const [running, setRunning] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState<ReadonlyMap<string, { id: string; label: string }>>(new Map())
  const summary = useRef<HTMLDivElement>(null)
  const error = thrown ?? given
  const apiError = error instanceof ApiError ? error : error ? new ApiError(0, (error as Error).message || errorMessage(error)) : undefined
  const all = apiError?.violations ?? []
  const fields = [...names.entries()]
  const violations = all.filter((one) => !fields.some(([name]) => touched.has(name) && matchesField(one, name)))
  const errors = new Map<string, string>()
  for (const [name] of fields) {
    const hit = violations.find((one) => matchesField(one, name))
    if (hit) errors.set(name, capitalize(hit.description))
  }
  const unmatched = violations.filter((one) => !fields.some(([name]) => matchesField(one, name)))
  useEffect(() => {
    setTouched(new Set())
    if (error) summary.current?.focus()
  }, [error])
  const register = useCallback((name: string, id: string, text: string) => setNames((old) => new Map(old).set(name, { id, label: text })), [])
  const touch = useCallback((name: string) => setTouched((old) => (old.has(name) ? old : new Set(old).add(name))), [])
  const state = { errors, register, touch }
  const isResolved = all.length > 0 && violations.length === 0
  const submitForm = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    setThrown(undefined)
    setRunning(true)
    try {
      await onSubmit()
    } catch (failure) {
      setThrown(failure)
    } finally {
      setRunning(false)
    }
  }
  return (
    <form onSubmit={(event) => void submitForm(event)} noValidate aria-label={label} className="stack">
      {apiError && !isResolved ? (
        <div className="note" data-tone="bad" role="alert" tabIndex={-1} ref={summary}>
          <p className="strong">{explain?.(apiError) ?? apiError.message}</p>
          {errors.size > 0 || unmatched.length > 0 ? (
            <ul>
              {[...errors].map(([name, text]) => (
                <li key={name}>
                  <a
                    href={`#${names.get(name)?.id}`}
                    onClick={(event) => {
                      event.preventDefault()
                      document.getElementById(names.get(name)?.id ?? '')?.focus()
                    }}
                  >
                    {joinLabel(names.get(name)?.label ?? '', text, pageLanguage())}
                  </a>
                </li>
              ))}
              {unmatched.map((one) => (
                <li key={one.field}>{one.name ? joinLabel(one.name, one.description, pageLanguage()) : capitalize(one.description)}</li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
      <FormContext value={state}>{children}</FormContext>
      {submit ? (
        <div className="row">
          <Button type="submit" busy={busy || running} full={!actions}>
            <span>{submit}</span>
          </Button>
          {actions}
        </div>
      ) : null}
    </form>
  )
}

/** For fields of another kind than `FormField`: their id, what is wrong with them, and what clears it. The id goes to what takes the focus. */
export function useFormField(name: string, label: string): { id: string; error: string | undefined; touch: () => void } {
  const id = useId()
  const { errors, register, touch } = use(FormContext)
  useEffect(() => register(name, id, label), [register, name, id, label])
  return { id, error: errors.get(name), touch: () => touch(name) }
}

/** Throws the same error as the server, for violations that are known before sending. */
export const throwInvalid = (violations: { field: string; description: string }[]): never => {
  throw new ApiError(400, currentMessages(messages).checkMarked, { violations })
}

export interface FormFieldProps {
  /** The last parts of the field's path in the request: violations are matched by it. */
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'number' | 'date' | 'time' | 'datetime-local' | 'color' | 'textarea' | 'select' | 'checkbox'
  hint?: ReactNode
  required?: boolean
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  maxLength?: number
  min?: number | string
  max?: number | string
  step?: number | string
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  options?: readonly { value: string; label: string }[]
}
/** One labelled field. The value of a check box is 'true' or ''. */
export function FormField({ name, label, value, onChange, type = 'text', hint, required, options, ...rest }: FormFieldProps) {
  const { id, error, touch } = useFormField(name, label)
  const t = useMessages(messages)
  const set = (to: string) => {
    touch()
    onChange(to)
  }
  const common = {
    id,
    name,
    required,
    disabled: rest.disabled,
    autoComplete: rest.autoComplete,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined,
  }
  const below = error ? (
    <div className="field-error" id={`${id}-error`}>
      {error}
    </div>
  ) : null
  if (type === 'checkbox')
    return (
      <div>
        <label className="check">
          <input {...common} type="checkbox" checked={value === 'true'} onChange={(event) => set(event.currentTarget.checked ? 'true' : '')} />
          <span>
            {label}
            {hint ? (
              <span className="field-hint block" id={`${id}-hint`}>
                {hint}
              </span>
            ) : null}
          </span>
        </label>
        {below}
      </div>
    )
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
        {required ? null : <span className="dim"> {t.optional}</span>}
      </label>
      {hint ? (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {type === 'select' ? (
        <select {...common} className="select" value={value} onChange={(event) => set(event.currentTarget.value)}>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : type === 'textarea' ? (
        <textarea
          {...common}
          className="input"
          rows={4}
          maxLength={rest.maxLength}
          placeholder={rest.placeholder}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
        />
      ) : type === 'password' ? (
        <Password {...common} maxLength={rest.maxLength} value={value} onChange={(event) => set(event.currentTarget.value)} />
      ) : (
        <input {...rest} {...common} className="input" type={type} value={value} onChange={(event) => set(event.currentTarget.value)} />
      )}
      {below}
    </div>
  )
}

function Password(props: InputHTMLAttributes<HTMLInputElement>) {
  const [shown, setShown] = useState(false)
  const t = useMessages(messages)
  return (
    <div className="password">
      <input {...props} className="input" type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" aria-label={t.showPassword} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t.hide : t.show}
      </button>
    </div>
  )
}
