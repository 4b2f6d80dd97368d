/** The home page: the blocks that the owner arranged. */
import { useHomeTitle } from '../kit/page.tsx'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import { Blocks } from './blocks/blocks.tsx'
import { useOwnPage } from './website.ts'

export function Home() {
  const { name } = useSite()
  const { page, isPending, error, retry } = useOwnPage('')
  useHomeTitle()
  return (
    <div className="page">
      {page?.blocks[0]?.type === 'hero' ? null : <h1 className="sr">{name}</h1>}
      {page ? <Blocks blocks={page.blocks} title={name} /> : isPending ? <Skeletons /> : <ErrorState error={error} onRetry={retry} />}
    </div>
  )
}
