/** One question before anything that touches money, places or people. It names what happens and is answered by a verb. */
import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import type { Question } from './question.tsx'

const Confirming = createContext<(question: Question) => void>(() => undefined)
export const useConfirm = () => useContext(Confirming)

const QuestionDialog = lazy(async () => ({ default: (await import('./question.tsx')).QuestionDialog }))

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, ask] = useState<Question>()
  return (
    <Confirming.Provider value={ask}>
      {children}
      {question && (
        <Suspense fallback={null}>
          <QuestionDialog question={question} />
        </Suspense>
      )}
    </Confirming.Provider>
  )
}
