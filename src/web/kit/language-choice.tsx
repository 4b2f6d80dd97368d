/** The languages of the site by their own names; the one that is spoken is marked. */
import { type Language, languages } from '#kit/pure/languages.ts'
import { chooseLanguage, useLanguage } from '../language.ts'
import { useWords, words } from './words.ts'

const said = words({ label: 'Language' }, { de: { label: 'Sprache' } })

export function LanguageChoice() {
  const spoken = useLanguage()
  const t = useWords(said)
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
