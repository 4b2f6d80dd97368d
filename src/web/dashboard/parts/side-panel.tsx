/** The panel at the side of a list, with one thing of it whole. */
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsConfirming } from './confirm.tsx'
import css from './layout.module.css'
import { commonWords } from './common-words.ts'

export function SidePanel({
  open,
  title,
  onClose,
  children,
  footer,
  size = 480,
}: {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** In pixels, or a length of CSS. */
  size?: number | string
}) {
  const isConfirming = useIsConfirming()
  return (
    <Drawer.Root opened={open} onClose={onClose} closeOnEscape={!isConfirming} position="right" size={size} classNames={{ content: css.panel }}>
      <Drawer.Overlay backgroundOpacity={0.28} />
      <Drawer.Content>
        {/* A dialog may be open above the panel: only one of their headers may be a landmark. */}
        <Drawer.Header className={css.panelHead} role="none">
          <Drawer.Title component="h2" className={css.panelTitle}>
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={commonWords.close} size={44} iconSize={22} />
        </Drawer.Header>
        <Drawer.Body className={css.panelBody}>{children}</Drawer.Body>
        {footer && (
          <div className={css.panelFoot} data-panel-foot>
            {footer}
          </div>
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}
