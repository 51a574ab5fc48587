export const menuStyle =
  'z-60 rounded-xl border bg-popover p-1.5 text-foreground shadow-float data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in'

export const menuItemStyle =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-ui -outline-offset-2 select-none ' +
  'data-highlighted:bg-raised data-disabled:pointer-events-none data-disabled:text-subtle [&_svg]:size-4'
