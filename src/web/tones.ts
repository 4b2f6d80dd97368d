/** Grounds, words and lines of a site, besides the warm ones that every site begins with. Words keep 4.5:1 on all grounds. */
import type { Tone } from './colors.ts'

export type ToneName = 'warm' | 'cool' | 'neutral'

/** Absent: the tone that the site has without a look. */
export const tones: Record<ToneName, Tone | undefined> = {
  warm: undefined,
  cool: {
    light: {
      '--paper': '#f8fafc',
      '--card': '#ffffff',
      '--ink': '#1d2530',
      '--dim': '#52606f',
      '--ghost': '#5f6d7c',
      '--edge': '#c5cfda',
      '--hover': '#eef2f6',
      '--line': '#dde4eb',
      '--line-strong': '#7c8997',
      '--soft': '#eef2f6',
      '--shadow': '0 1px 2px rgb(20 40 70 / 0.05), 0 6px 20px rgb(20 40 70 / 0.06)',
    },
    dark: {
      '--paper': '#11151a',
      '--card': '#1a1f26',
      '--ink': '#e7ecf2',
      '--dim': '#a6b1be',
      '--ghost': '#98a3b1',
      '--edge': '#3d4753',
      '--hover': '#242b34',
      '--line': '#2c343e',
      '--line-strong': '#7d8896',
      '--soft': '#20262e',
      '--shadow': '0 0 0 1px #2c343e',
    },
  },
  neutral: {
    light: {
      '--paper': '#fafafa',
      '--card': '#ffffff',
      '--ink': '#242424',
      '--dim': '#5c5c5c',
      '--ghost': '#6a6a6a',
      '--edge': '#cfcfcf',
      '--hover': '#f2f2f2',
      '--line': '#e4e4e4',
      '--line-strong': '#858585',
      '--soft': '#f1f1f1',
      '--shadow': '0 1px 2px rgb(0 0 0 / 0.05), 0 6px 20px rgb(0 0 0 / 0.06)',
    },
    dark: {
      '--paper': '#151515',
      '--card': '#1f1f1f',
      '--ink': '#ebebeb',
      '--dim': '#b0b0b0',
      '--ghost': '#a0a0a0',
      '--edge': '#454545',
      '--hover': '#2a2a2a',
      '--line': '#343434',
      '--line-strong': '#868686',
      '--soft': '#272727',
      '--shadow': '0 0 0 1px #343434',
    },
  },
}
