/** Switches the dashboard to another of its languages. Each goes by its own name, so that it is found by those who read no other. */
import type { ReactNode } from 'react'
import { dashboardLanguages, languages } from '#kit/pure/languages.ts'
import { chooseLanguage, pageLanguage } from '#web/language.ts'

/** A button for each language that the page does not speak. */
export const OtherLanguages = ({ className, icon }: { className?: string; icon?: ReactNode }) =>
  dashboardLanguages
    .filter((language) => language !== pageLanguage())
    .map((language) => (
      <button key={language} type="button" className={className} lang={language} onClick={() => chooseLanguage(language)}>
        {icon}
        <span>{languages[language]}</span>
      </button>
    ))
