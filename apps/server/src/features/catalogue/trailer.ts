import { Trailer } from '@slipstream/contract/trailer'

const HOSTS: Record<string, { service: Trailer['service']; idIn: (url: URL) => string | null | undefined }> = {
  'www.youtube.com': { service: 'youtube', idIn: youtubeId },
  'youtube.com': { service: 'youtube', idIn: youtubeId },
  'm.youtube.com': { service: 'youtube', idIn: youtubeId },
  'www.youtube-nocookie.com': { service: 'youtube', idIn: youtubeId },
  'youtu.be': { service: 'youtube', idIn: ({ pathname }) => pathname.slice(1) },
  'vimeo.com': { service: 'vimeo', idIn: ({ pathname }) => pathname.slice(1) },
  'player.vimeo.com': { service: 'vimeo', idIn: ({ pathname }) => /^\/video\/(\d+)$/.exec(pathname)?.[1] },
}

function youtubeId({ pathname, searchParams }: URL) {
  if (pathname === '/watch') return searchParams.get('v')
  return /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1]
}

/** The video at a typed address. Null if the page cannot play it, so that it stays a link. */
export const trailerAt = (address: string | null): Trailer | null => {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  const host = url.protocol === 'https:' ? HOSTS[url.host] : undefined
  const trailer = Trailer.safeParse({ service: host?.service, id: host?.idIn(url) })
  return trailer.success ? trailer.data : null
}
