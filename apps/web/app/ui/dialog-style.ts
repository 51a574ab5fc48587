export const scrimStyle =
  'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

export const dialogStyle =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] -translate-1/2 flex-col rounded-2xl ' +
  'border bg-popover text-foreground shadow-float outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in'

export const footerStyle =
  'flex flex-col-reverse gap-2.5 border-t px-5 py-4 max-md:*:w-full md:flex-row md:justify-end md:px-6'
