import type { ReviewPicture } from '@slipstream/contract/reviews'

interface ReviewPicturesProps {
  author: string
  pictures: readonly ReviewPicture[]
}

/** Screenshots of the author. Each opens in full size. */
export const ReviewPictures = ({ author, pictures }: ReviewPicturesProps) =>
  pictures.length === 0 ? null : (
    <ul className="mt-4 flex flex-wrap gap-2" aria-label={`Pictures by ${author}`}>
      {pictures.map(({ id, src, width, height }, place) => (
        <li key={id}>
          <a
            href={src}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-lg border bg-raised hover:border-foreground/40"
          >
            <img
              src={src}
              width={width}
              height={height}
              alt={`Screenshot ${place + 1} by ${author}, opens in a new tab`}
              loading="lazy"
              decoding="async"
              className="h-24 w-36 object-cover md:h-28 md:w-44"
            />
          </a>
        </li>
      ))}
    </ul>
  )
