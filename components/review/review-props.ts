import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'

/** The properties of the parts of a review. A part takes those that it needs. */
export interface ReviewProps {
  readonly app: AppModel
  readonly model: ReviewModel
  readonly review: ReviewView
}
