import type { Experience } from '../../lib/history/experience.ts'
import { durationText } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/** Returns our own experience in one line: how many arrived, how long it usually took, how near the promise. */
export function experienceText(experience: Experience): string {
  const { count, arrivedCount, usualSeconds, withinPercent, withinCount } = experience
  const counts = { count: String(count), arrived: String(arrivedCount) }
  return [
    t(arrivedCount === count ? 'pastAllArrived' : 'pastSomeArrived', counts),
    ...(usualSeconds === null ? [] : [t('pastUsually', { time: durationText(usualSeconds) })]),
    ...(withinPercent === null
      ? []
      : [t('pastWithin', { within: String(withinCount), percent: withinPercent })]),
  ].join(' · ')
}
