/** Confirmation dialogs: they describe the consequences, and the button is labelled with the action. */
import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import type { ConfirmRequest } from './confirm-dialog.tsx'

const ConfirmContext = createContext<(question: ConfirmRequest) => void>(() => undefined)
export const useConfirm = () => useContext(ConfirmContext)

const QuestionDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setRequest] = useState<ConfirmRequest>()
  return (
    <ConfirmContext.Provider value={setRequest}>
      {children}
      {question && (
        <Suspense fallback={null}>
          <QuestionDialog question={question} />
        </Suspense>
      )}
    </ConfirmContext.Provider>
  )
}
