/** Confirmation dialogs: they describe the consequences, and the button is labelled with the action. */
import { createContext, lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import type { ConfirmRequest } from './confirm-dialog.tsx'
import { answerRefusals } from './recent-password.ts'

const ConfirmContext = createContext<(request: ConfirmRequest) => void>(() => undefined)
export const useConfirm = () => useContext(ConfirmContext)
const ConfirmingContext = createContext(false)
/** Whether a dialog is open: what lies below it leaves Escape to it. */
export const useIsConfirming = (): boolean => useContext(ConfirmingContext)
const LayerContext = createContext<(open: boolean) => void>(() => undefined)
/** A dialog of another kind says that it opened or closed above a side panel. */
export const useSetConfirming = () => useContext(LayerContext)

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest>()
  /** Above the other one: its confirmation may be what needs the password. */
  const [passwordRequest, setPasswordRequest] = useState<ConfirmRequest>()
  useEffect(() => answerRefusals(setPasswordRequest), [])
  const [isConfirming, setConfirming] = useState(false)
  return (
    <ConfirmContext.Provider value={setRequest}>
      <LayerContext.Provider value={setConfirming}>
        <ConfirmingContext.Provider value={isConfirming}>{children}</ConfirmingContext.Provider>
      </LayerContext.Provider>
      {[request, passwordRequest].map(
        (one, at) =>
          one && (
            <Suspense key={at} fallback={null}>
              <ConfirmDialog request={one} onOpenChange={setConfirming} />
            </Suspense>
          ),
      )}
    </ConfirmContext.Provider>
  )
}
