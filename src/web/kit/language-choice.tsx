/** The languages of the site by their own names; the one that is spoken is marked. */
import { type Language, languages } from '#kit/pure/languages.ts'
import { chooseLanguage, useLanguage } from '../language.ts'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages({ label: 'Language' }, { de: { label: 'Sprache' } })

export function LanguageChoice() {
  const spoken = useLanguage()
  const t = useMessages(messages)
  return (
    <div className="languages" role="group" aria-label={t.label}>
      {(Object.entries(languages) as [Language, string][]).map(([language, name]) => (
        <button key={language} type="button" className="plain" lang={language} aria-pressed={language === spoken} onClick={() => chooseLanguage(language)}>
          {name}
        </button>
      ))}
    </div>
  )
}
