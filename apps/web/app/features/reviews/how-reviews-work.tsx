import { REVIEW_REASON_WORDS } from '@slipstream/contract/review-terms'

/** How reviews are written, moderated, sorted and counted. The law requires these rules beside the list. */
export const HowReviewsWork = () => (
  <details className="mt-8 max-w-[72ch] text-ui text-muted">
    <summary className="w-fit cursor-pointer rounded-sm font-medium text-foreground">How reviews work here</summary>
    <ul className="mt-3 list-disc space-y-2 pl-5">
      <li>
        Only people who own a mod can review it, once per mod. “Verified buyer” means that the author paid for the mod
        and has it.
      </li>
      <li>
        A person reads every review before it appears. We publish good and bad ones alike. These are the only reasons
        not to publish one, and the author is told which:
        <ul className="mt-1.5 list-disc space-y-1 pl-5">
          {Object.values(REVIEW_REASON_WORDS).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </li>
      <li>
        The average is the mean of the stars. Reviews of copies that we gave away, or that we refunded, stay visible and
        are marked, but their stars do not count. A partial refund changes nothing.
      </li>
      <li>
        Authors can change or delete their review at any time. We read a changed review again before it appears, and
        mark it as edited. It keeps its votes and the creator’s reply.
      </li>
      <li>
        “Most helpful” sorts by the number of people who found a review helpful. Reviews that we show on the home page
        are not moved up here. We ask buyers for a review once per mod, whatever they think of it, and pay for none.
      </li>
    </ul>
  </details>
)
