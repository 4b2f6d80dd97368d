/** A page that the owner made. */
import { useParams } from '@tanstack/react-router'
import { ApiError } from '../api.ts'
import { Page, useTitle } from '../kit/page.tsx'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { NotFound } from '../not-found.tsx'
import type { PublicPage } from '../site-context.tsx'
import { Blocks } from './blocks/blocks.tsx'
import { useOwnPage, useTexts } from './website.ts'

export function OwnPage() {
  const { slug = '' } = useParams({ strict: false })
  const { page, isPending, error, retry } = useOwnPage(slug)
  if (page) return <LoadedPage page={page} />
  if (isPending) return <Skeletons />
  return error instanceof ApiError && error.status === 404 ? <NotFound inSite /> : error ? <ErrorState error={error} onRetry={retry} /> : <NotFound inSite />
}

function LoadedPage({ page: { slug, title, blocks } }: { page: Pick<PublicPage, 'slug' | 'title' | 'blocks'> }) {
  const { say } = useTexts()
  const name = say(title, slug)
  useTitle(name)
  const content = <Blocks blocks={blocks} title={name} />
  return blocks[0]?.type === 'hero' ? <div className="page">{content}</div> : <Page title={name}>{content}</Page>
}
