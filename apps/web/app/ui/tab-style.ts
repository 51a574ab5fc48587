export type TabsVariant = 'underline' | 'segmented'

/** `relative`, so that a tab's `offsetLeft` is measured from its bar. */
export const tabListStyles: Record<TabsVariant, string> = {
  underline: 'relative flex gap-6 overflow-x-auto border-b [scrollbar-width:none]',
  segmented: 'relative inline-flex max-w-full gap-1 overflow-x-auto rounded-lg bg-raised p-1 [scrollbar-width:none]',
}

/** A selected tab has data-state=active, a current link has aria-current; both look the same. */
export const tabStyles: Record<TabsVariant, string> = {
  underline:
    'shrink-0 border-b-2 border-transparent pt-2 pb-2.5 text-ui text-muted transition-colors -outline-offset-2 hover:text-foreground ' +
    'data-[state=active]:border-primary data-[state=active]:font-medium data-[state=active]:text-foreground ' +
    'aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-foreground',
  segmented:
    'inline-flex h-7 max-md:h-11 shrink-0 items-center rounded-sm px-3 text-small text-muted transition-colors hover:text-foreground ' +
    'data-[state=active]:bg-card data-[state=active]:shadow-float dark:data-[state=active]:bg-foreground/15 data-[state=active]:font-medium data-[state=active]:text-foreground ' +
    'aria-[current]:bg-card aria-[current]:shadow-float dark:aria-[current]:bg-foreground/15 aria-[current]:font-medium aria-[current]:text-foreground',
}
