/** The draft of the website while it is edited: undo and redo, and saving by itself a moment after each change. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Website } from '#domains/website/rules/website.ts'
import { call, useApiMutation, type ApiError } from '#web/api.ts'
import { queryClient } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'

export type Draft = ReplyOf<'website.getDraft'>
const SAVE_AFTER_MS = 700
/** Steps that can be undone. */
const MAX_STEPS = 100

interface History {
  website: Website
  past: readonly Website[]
  future: readonly Website[]
}
export interface WebsiteDraft {
  website: Website
  /** Replaces the document; changes of the same `step` that follow each other are undone together. */
  change: (website: Website, step?: string) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  state: 'saved' | 'saving' | 'waiting'
  error: ApiError | null
  isChanged: boolean
  publishedAt: string | null
  publish: () => Promise<unknown>
  discard: () => Promise<unknown>
  restore: (versionId: string) => Promise<unknown>
}

export function useWebsiteDraft(loaded: Draft): WebsiteDraft {
  const [history, setHistory] = useState<History>({ website: loaded.website, past: [], future: [] })
  const [stored, setStored] = useState(loaded)
  const [hasUnsaved, setHasUnsaved] = useState(false)
  const lastStep = useRef<string | undefined>(undefined)
  const revision = useRef(loaded.revision)
  const saveDraft = useApiMutation('website.saveDraft')
  const { mutateAsync, reset } = saveDraft

  const accept = useCallback((draft: Draft, replaces: boolean) => {
    revision.current = draft.revision
    setStored(draft)
    queryClient.setQueryData<Draft>(['website.getDraft'], draft)
    if (!replaces) return
    lastStep.current = undefined
    setHasUnsaved(false)
    setHistory((now) => ({ website: draft.website, past: [...now.past, now.website].slice(-MAX_STEPS), future: [] }))
  }, [])
  const save = useCallback(
    async (website: Website) => {
      accept(await mutateAsync({ body: { website, revision: revision.current } }), false)
    },
    [accept, mutateAsync],
  )
  const pending = useRef<Promise<void>>(Promise.resolve())
  const { website } = history
  // One save after the other, each with the revision that the one before it gave.
  const flush = useCallback(() => {
    setHasUnsaved(false)
    pending.current = pending.current.catch(() => undefined).then(() => save(website))
    return pending.current
  }, [save, website])
  useEffect(() => {
    if (!hasUnsaved) return
    const timer = setTimeout(() => void flush().catch(() => undefined), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasUnsaved, flush])
  useUnloadGuard(hasUnsaved || saveDraft.isPending)

  const apply = (next: (now: History) => History) => {
    reset()
    setHistory(next)
    setHasUnsaved(true)
  }
  const change = (to: Website, step?: string) => {
    const isSameStep = step !== undefined && step === lastStep.current
    lastStep.current = step
    apply((now) => ({ website: to, past: isSameStep ? now.past : [...now.past, now.website].slice(-MAX_STEPS), future: [] }))
  }
  const { past, future } = history
  const undo = () => {
    lastStep.current = undefined
    apply((now) => ({ website: now.past.at(-1) ?? now.website, past: now.past.slice(0, -1), future: [now.website, ...now.future] }))
  }
  const redo = () => {
    lastStep.current = undefined
    apply((now) => ({ website: now.future[0] ?? now.website, past: [...now.past, now.website], future: now.future.slice(1) }))
  }
  /** What is typed is saved first; then the draft that the server answers with takes its place. */
  const finish = async (run: (revision: string) => Promise<Draft>) => {
    await (hasUnsaved ? flush() : pending.current)
    const before = website
    const draft = await run(revision.current)
    accept(draft, JSON.stringify(draft.website) !== JSON.stringify(before))
  }
  return {
    website,
    change,
    undo: past.length > 0 ? undo : undefined,
    redo: future.length > 0 ? redo : undefined,
    state: saveDraft.isPending ? 'saving' : hasUnsaved ? 'waiting' : 'saved',
    error: saveDraft.error,
    isChanged: stored.isChanged || hasUnsaved,
    publishedAt: stored.publishedAt,
    publish: () => finish((at) => call('website.publish', { body: { revision: at } })),
    discard: () => finish((at) => call('website.discardDraft', { body: { revision: at } })),
    restore: (id) => finish((at) => call('website.restoreVersion', { params: { id }, body: { revision: at } })),
  }
}

/** The browser asks before the page is left with something unsaved. */
function useUnloadGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
