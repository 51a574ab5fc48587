import { Gem } from 'lucide-react'
import type { ReactNode } from 'react'

interface SubscribeHeroProps {
  picture: ReactNode
  title: string
  text: ReactNode
}

/** Dark in both themes: a studio picture would not blend into a light page. */
export const SubscribeHero = ({ picture, title, text }: SubscribeHeroProps) => (
  <section className="dark relative overflow-hidden bg-background text-foreground">
    <div className="absolute inset-x-0 top-0 h-[300px] md:inset-0 md:left-[34%] md:h-auto">{picture}</div>
    <div className="absolute inset-0 hidden bg-gradient-to-r from-background via-background/10 to-transparent md:block" />
    <div className="relative mx-auto flex max-w-[1360px] flex-col px-5 pt-[264px] pb-10 md:min-h-[440px] md:justify-center md:px-8 md:pt-24 md:pb-16">
      <p className="eyebrow flex items-center gap-2 text-premium">
        <Gem className="size-4" aria-hidden="true" />
        Premium
      </p>
      <h1 className="display mt-4 max-w-[12ch] text-[42px] md:text-[68px]">{title}</h1>
      <p className="mt-4 max-w-[40ch] text-[16px] leading-relaxed text-muted md:text-[17px]">{text}</p>
    </div>
  </section>
)
