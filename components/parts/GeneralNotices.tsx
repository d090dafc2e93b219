import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The notices about all of Ferry. The App provides them, and the bar of the displayed screen has them below it. */
export const GeneralNotices = createContext<ComponentChildren>(null)

export const UnderBar = () => <>{useContext(GeneralNotices)}</>
