import { ArrowRight, Check } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Sample, Show } from './show.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { ShortId } from '#ui/short-id.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'

const tones: readonly Tone[] = ['neutral', 'primary', 'success', 'warning', 'destructive', 'premium', 'info']

const surfaces = [
  ['Background', 'bg-background'],
  ['Card', 'bg-card'],
  ['Popover', 'bg-popover'],
  ['Raised', 'bg-raised'],
] as const

export const FoundationShow = () => (
  <Show title="Foundations">
    <div className="grid gap-3 md:grid-cols-4">
      {surfaces.map(([name, surface]) => (
        <div key={name} className={`${surface} flex flex-col gap-1 rounded-2xl border p-4`}>
          <p className="font-medium">{name}</p>
          <p className="text-ui text-muted">Muted text, 14 px</p>
          <p className="text-small text-subtle">Subtle text, 13 px</p>
          <p className="num mt-1 text-small">
            <span className="text-info">info</span> <span className="text-success">success</span>{' '}
            <span className="text-warning">warning</span> <span className="text-destructive">error</span>{' '}
            <span className="text-premium">premium</span>
          </p>
        </div>
      ))}
    </div>
    <div className="dark overflow-clip rounded-2xl bg-background p-6 md:p-10">
      <p className="eyebrow text-primary">Dark in both themes</p>
      <p className="display mt-4 text-display-xl">Orsana Aurelion</p>
      <p className="mt-5 max-w-[38ch] text-body-l text-muted">A part of the page that stays dark in both themes.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" asChild>
          <a href="#top">
            View the mod
            <ArrowRight aria-hidden="true" />
          </a>
        </Button>
        <Button variant="outline" size="lg" asChild>
          <a href="#top">Browse all mods</a>
        </Button>
      </div>
      <div className="mt-8 flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
    </div>
    <Sample name="Badge: tint, solid, overlay">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge look="solid">−28%</Badge>
      <span className="flex gap-2 rounded-xl bg-linear-to-r from-info to-premium p-3">
        <Badge look="overlay">Updated</Badge>
        <Badge look="overlay" tone="success">
          <Check aria-hidden="true" />
          Owned
        </Badge>
      </span>
    </Sample>
    <Sample name="Status">
      {tones.map((tone) => (
        <span key={tone} className="mr-3 text-ui">
          <Status tone={tone}>{tone}</Status>
        </span>
      ))}
    </Sample>
    <Sample name="Avatar and id">
      <Avatar name="mara" size="sm" />
      <Avatar name="Mara Keller" />
      <Avatar name="Mara Keller" size="lg" />
      <Avatar name="Broken picture" src="/no-such-picture.webp" />
      <ShortId id="pi_3Qz81LKd0yTmnB2c" label="payment id" />
    </Sample>
    <Sample name="Breadcrumb">
      <Breadcrumb
        parents={[
          { key: 'mods', link: <a href="#top">Mods</a> },
          { key: 'drift', link: <a href="#top">Drift</a> },
        ]}
        current="Tsukiro Senko D-Spec"
      />
    </Sample>
    <NavTabs label="Sections of the mod">
      {['Overview', 'Specifications', 'Compatibility', 'Changelog', 'Reviews'].map((name, index) => (
        <NavTab key={name} isCurrent={index === 1}>
          <a href="#top">{name}</a>
        </NavTab>
      ))}
    </NavTabs>
    <div className="grid gap-4 md:grid-cols-3">
      <Card title="Card" description="Title, description and actions" actions={<Button size="sm">Edit</Button>}>
        <p className="text-ui text-muted">Elevation 1: surface, border and a light on the upper edge.</p>
      </Card>
      <Card className="cover-card transition-[border-color,translate] duration-200 hover:-translate-y-0.5 hover:border-input">
        <h3 className="text-base font-semibold">
          <a href="#top" className="cover-link">
            A card that is one link
          </a>
        </h3>
        <p className="mt-1 text-ui text-muted">The ring is drawn around the card.</p>
      </Card>
      <Card>
        <p className="num display text-h3">$12.99</p>
        <p className="mt-2 text-ui text-muted">A card without a head.</p>
      </Card>
    </div>
  </Show>
)
