/** Switches the language of the site. */
import { type Language, languages } from '#kit/pure/languages.ts'
import { chooseLanguage, pageLanguage } from '../language.ts'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages({ label: 'Language' }, { de: { label: 'Sprache' } })

export function LanguageChoice() {
  const current = pageLanguage()
  const t = useMessages(messages)
  return (
    <div className="languages" role="group" aria-label={t.label}>
      {(Object.entries(languages) as [Language, string][]).map(([language, name]) => (
        <button key={language} type="button" className="plain" lang={language} aria-pressed={language === current} onClick={() => chooseLanguage(language)}>
          {name}
        </button>
      ))}
    </div>
  )
}
