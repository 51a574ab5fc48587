import { useEffect, useState } from 'react'

const WELCOME_MS = 1_200

/** Covers the page for a moment while the first snapshot loads. Any key skips it. */
export const WelcomeOverlay = ({ username }: { username: string }) => {
  const [isShown, setShown] = useState(true)

  useEffect(() => {
    const hide = () => setShown(false)
    const timer = setTimeout(hide, WELCOME_MS)
    window.addEventListener('keydown', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', hide)
    }
  }, [])

  if (!isShown) return null
  return (
    <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-background/95 px-5 text-center">
      <div className="flex flex-col items-center">
        <svg viewBox="0 0 32 32" className="size-[72px]" aria-hidden="true">
          <rect width="32" height="32" rx="8" className="fill-primary" />
          <path d="M7 22.5 14.2 9h4.1l-7.2 13.5zM15.6 22.5 22.8 9H27l-7.3 13.5z" className="fill-primary-foreground" />
        </svg>
        <p className="display mt-5 text-[28px] wrap-anywhere md:text-[34px]">Welcome back, {username}</p>
        <p className="mt-3 text-ui text-muted">Any key skips this.</p>
        <span className="mt-5 h-[3px] w-55 overflow-hidden rounded-full bg-raised" aria-hidden="true">
          <span className="block h-full origin-left animate-[welcome_1.2s_linear_forwards] bg-primary motion-reduce:animate-none" />
        </span>
      </div>
    </div>
  )
}
