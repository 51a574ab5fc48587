interface InstallGuideProps {
  title: string
  gameName: string
  /** The visitor has already downloaded the zip. */
  isDownloaded?: boolean
  /** One level below the surrounding heading. */
  heading?: 'h2' | 'h3'
}

export const InstallGuide = ({ title, gameName, isDownloaded = false, heading: H = 'h3' }: InstallGuideProps) => (
  <div>
    <H className="text-title">How to install it</H>
    <ol className="mt-4 space-y-3 text-body text-muted">
      {stepsFor(title, gameName, isDownloaded).map((step, place) => (
        <li key={step} className="flex gap-3">
          <span
            className="num grid size-6 shrink-0 place-items-center rounded-full bg-raised text-caption font-medium text-foreground"
            aria-hidden="true"
          >
            {place + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  </div>
)

const stepsFor = (title: string, gameName: string, isDownloaded: boolean) => [
  ...(isDownloaded ? [] : ['Download the zip from your locker. Do not unpack it: the game reads the zip directly.']),
  `Open the ${gameName} user folder from the launcher, then the “mods” folder inside it.`,
  isDownloaded
    ? 'Move the zip into that folder, without unpacking it. A newer release replaces the older file.'
    : 'Move the zip into that folder. A newer release replaces the older file.',
  `Start ${gameName} and choose ${title} in the vehicle selector.`,
]
