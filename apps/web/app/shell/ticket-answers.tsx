import { BookOpen, Wrench } from 'lucide-react'
import { InstallGuide } from '#features/catalogue/details/install-guide.tsx'
import { useModDetails } from '#features/catalogue/details/details.queries.ts'

interface TicketAnswersProps {
  modId: number
  title: string
  gameName: string
}

/** What the store already knows about a mod's problems, offered before a ticket is written. */
export const TicketAnswers = ({ modId, title, gameName }: TicketAnswersProps) => {
  const { data: mod } = useModDetails(modId)
  const problems = mod?.compatibility.filter(({ state }) => state !== 'confirmed') ?? []
  return (
    <section
      className="tinted flex flex-col gap-3 rounded-xl p-4 text-ui text-foreground [--tone:var(--info)]"
      aria-labelledby="answers"
    >
      <h3 id="answers" className="font-medium">
        This may already help
      </h3>
      {problems.length > 0 && (
        <ul className="space-y-2">
          {problems.map((problem) => (
            <li key={problem.gameVersion} className="flex gap-2.5">
              <Wrench className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              <span>{problemText(problem, gameName)}</span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="flex w-fit cursor-pointer items-center gap-2.5 underline underline-offset-4">
          <BookOpen className="size-4" aria-hidden="true" />
          How to install {title}
        </summary>
        <div className="mt-3">
          <InstallGuide title={title} gameName={gameName} />
        </div>
      </details>
    </section>
  )
}

interface Problem {
  gameVersion: string
  state: string
  fixedIn: string | null
  note: string
}

const problemText = ({ gameVersion, state, fixedIn, note }: Problem, gameName: string) => {
  const game = `${gameName} ${gameVersion}`
  const fact =
    state === 'fixed'
      ? `A problem with ${game} is fixed in release ${fixedIn}. Download the newest release.`
      : state === 'broken'
        ? `We know that this mod does not work with ${game}, and are working on a fix.`
        : `This mod is not yet confirmed to work with ${game}.`
  return note ? `${fact} ${note}` : fact
}
