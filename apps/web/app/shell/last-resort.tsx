/** Shown when even the layout failed to render; depends only on the style sheet. */
export const LastResort = () => (
  <main className="grid min-h-dvh place-items-center px-5 text-center">
    <div>
      <h1 className="display text-[34px]">Something went wrong</h1>
      <p className="mt-4 max-w-[44ch] text-muted">
        The store could not be shown. Nothing you did is lost. Please try again in a moment.
      </p>
      {/* A plain link: it reloads the page even if the router is broken. */}
      <a href="/" className="mt-6 inline-block rounded-md py-2 font-medium text-primary underline underline-offset-4">
        Load the home page
      </a>
    </div>
  </main>
)
