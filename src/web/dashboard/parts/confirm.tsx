/** Confirmation dialogs: they describe the consequences, and the button is labelled with the action. */
import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import type { ConfirmRequest } from './confirm-dialog.tsx'

const ConfirmContext = createContext<(request: ConfirmRequest) => void>(() => undefined)
export const useConfirm = () => useContext(ConfirmContext)

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest>()
  return (
    <ConfirmContext.Provider value={setRequest}>
      {children}
      {request && (
        <Suspense fallback={null}>
          <ConfirmDialog request={request} />
        </Suspense>
      )}
    </ConfirmContext.Provider>
  )
}
