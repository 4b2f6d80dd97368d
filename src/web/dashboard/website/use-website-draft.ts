/** The draft of the website while it is edited: undo and redo, and autosave a moment after each change. */
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Website } from '#domains/website/rules/website.ts'
import { call, queryClient, type ApiError } from '#web/api.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'

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

/** The document with what was before it and what was taken back. */
function useHistory(initial: Website) {
  const [history, setHistory] = useState<History>({ website: initial, past: [], future: [] })
  const lastStep = useRef<string | undefined>(undefined)
  const push = useCallback((website: Website, step?: string) => {
    const isSameStep = step !== undefined && step === lastStep.current
    lastStep.current = step
    setHistory((now) => ({ website, past: isSameStep ? now.past : [...now.past, now.website].slice(-MAX_STEPS), future: [] }))
  }, [])
  /** The same step of the history in another form. */
  const replace = useCallback((website: Website) => setHistory((now) => ({ ...now, website })), [])
  const undo = () => {
    lastStep.current = undefined
    setHistory((now) => ({ website: now.past.at(-1) ?? now.website, past: now.past.slice(0, -1), future: [now.website, ...now.future] }))
  }
  const redo = () => {
    lastStep.current = undefined
    setHistory((now) => ({ website: now.future[0] ?? now.website, past: [...now.past, now.website], future: now.future.slice(1) }))
  }
  return { ...history, push, replace, undo, redo }
}

/** Saves one change after the other, each with the revision that the one before it gave. */
function useSaving(loaded: Draft) {
  const [stored, setStored] = useState(loaded)
  const revision = useRef(loaded.revision)
  // A draft that is typed changes nothing else on the screen: nothing is asked again.
  const { mutateAsync, reset, isPending, error } = useMutation<Draft, ApiError, InputOf<'website.saveDraft'>>({
    mutationFn: (input) => call('website.saveDraft', input),
  })
  const pending = useRef<Promise<void>>(Promise.resolve())
  const accept = useCallback((draft: Draft) => {
    revision.current = draft.revision
    setStored(draft)
  }, [])
  const save = useCallback(
    (website: Website) => {
      const before = pending.current
      const saveAfter = async () => {
        await before.catch(() => undefined)
        accept(await mutateAsync({ body: { website, revision: revision.current } }))
      }
      pending.current = saveAfter()
      return pending.current
    },
    [accept, mutateAsync],
  )
  return { stored, accept, save, reset, isPending, error, revision, pending }
}

export function useWebsiteDraft(loaded: Draft): WebsiteDraft {
  const { website, past, future, push, replace, undo, redo } = useHistory(loaded.website)
  const { stored, accept, save, reset, isPending, error, revision, pending } = useSaving(loaded)
  const [hasUnsaved, setHasUnsaved] = useState(false)
  const flush = useCallback(() => {
    setHasUnsaved(false)
    return save(website)
  }, [save, website])
  useEffect(() => {
    if (!hasUnsaved) return
    const timer = setTimeout(() => void flush().catch(() => undefined), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasUnsaved, flush])
  useUnloadGuard(hasUnsaved || isPending)
  const edit = (apply: () => void) => () => {
    reset()
    apply()
    setHasUnsaved(true)
  }
  /** What is typed is saved first; then the draft that the server answers with takes its place. */
  const finish = async (run: (revision: string) => Promise<Draft>, take: (website: Website) => void) => {
    await (hasUnsaved ? flush() : pending.current)
    const draft = await run(revision.current)
    accept(draft)
    void queryClient.invalidateQueries()
    take(draft.website)
  }
  return {
    website,
    change: (to, step) => edit(() => push(to, step))(),
    undo: past.length > 0 ? edit(undo) : undefined,
    redo: future.length > 0 ? edit(redo) : undefined,
    state: isPending ? 'saving' : hasUnsaved ? 'waiting' : 'saved',
    error,
    // What is being saved is a change already: a press on Publish waits for it, and finds no button that is off for that moment.
    isChanged: stored.isChanged || hasUnsaved || isPending,
    publishedAt: stored.publishedAt,
    publish: () => finish((at) => call('website.publish', { body: { revision: at } }), replace),
    discard: () => finish((at) => call('website.discardDraft', { body: { revision: at } }), push),
    restore: (id) => finish((at) => call('website.restoreVersion', { params: { id }, body: { revision: at } }), push),
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
