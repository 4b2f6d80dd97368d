/** Switches the language of the page. Each language goes by its own name, so that it is found by those who read no other. */
import { useId } from 'react'
import { type Language, languages } from '#kit/pure/languages.ts'
import { chooseLanguage, pageLanguage } from '../language.ts'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  { label: 'Language', chosen: (language: string) => `Language: ${language}` },
  {
    de: { label: 'Sprache', chosen: (language) => `Sprache: ${language}` },
    fr: { label: 'Langue', chosen: (language) => `Langue : ${language}` },
    es: { label: 'Idioma', chosen: (language) => `Idioma: ${language}` },
  },
)

/** A button that opens the list: a select would begin the page again at every arrow key on the way to the language that is wanted. */
export function LanguageChoice() {
  const current = pageLanguage()
  const t = useMessages(messages)
  const id = useId()
  return (
    <>
      <button type="button" className="select language-button" popoverTarget={id} aria-label={t.chosen(languages[current])}>
        {languages[current]}
      </button>
      <ul className="card language-list" id={id} popover="auto" aria-label={t.label}>
        {(Object.entries(languages) as [Language, string][]).map(([language, name]) => (
          <li key={language}>
            <button
              type="button"
              className="plain"
              lang={language}
              aria-current={language === current || undefined}
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={() => chooseLanguage(language)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
