import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  ...([
    '#f0fdfa',
    '#ccfbf1',
    '#99f6e4',
    '#5eead4',
    '#2dd4bf',
    '#14b8a6',
    '#0d9488',
    '#0f766e',
    '#115e59',
    '#134e4a',
  ] as const),
];

/** Neutral greys with a cool tint, light to dark. */
const gray: MantineColorsTuple = [
  ...([
    '#f8fafb',
    '#f1f4f6',
    '#e5eaee',
    '#d5dce2',
    '#b6c0c9',
    '#8b98a4',
    '#66737f',
    '#4d5963',
    '#36414a',
    '#1f272e',
  ] as const),
];

/** Text to ground of the dark scheme. */
const dark: MantineColorsTuple = [
  ...([
    '#dce3e9',
    '#b7c2cb',
    '#93a1ad',
    '#6f7e8b',
    '#46535f',
    '#35414b',
    '#28323b',
    '#1b232a',
    '#141b21',
    '#0e1419',
  ] as const),
];

const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

const small = { defaultProps: { size: 'xs' } };

/** The look of every component: 14 px text, dense controls, one accent. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  colors: { teal, gray, dark },
  fontFamily: SYSTEM,
  fontFamilyMonospace: MONOSPACE,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Button: small,
    TextInput: small,
    PasswordInput: small,
    Autocomplete: small,
    Textarea: { defaultProps: { size: 'xs', autosize: true, minRows: 3, maxRows: 16 } },
    NumberInput: small,
    Select: { defaultProps: { size: 'xs', comboboxProps: { transitionProps: { duration: 100 } } } },
    MultiSelect: small,
    TagsInput: small,
    Checkbox: small,
    Radio: small,
    SegmentedControl: small,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, fz: 'xs', events: { hover: true, focus: true, touch: true } },
    },
    Modal: { defaultProps: { centered: false, transitionProps: { duration: 120, transition: 'fade' } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Skeleton: { defaultProps: { animate: false } },
  },
});

/** Muted text and messages of fields keep a contrast of 4.5:1 in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56636f',
    '--mantine-color-placeholder': '#66737f',
    '--mantine-color-anchor': '#0f766e',
    '--mantine-color-error': '#b91c1c',
    '--qsc-line': '#e2e7eb',
    '--qsc-rail': '#f6f8f9',
    '--qsc-hover': '#f1f5f7',
    '--qsc-selected': '#e6f4f2',
  },
  dark: {
    '--mantine-color-dimmed': '#a3b0bb',
    '--mantine-color-placeholder': '#93a1ad',
    '--mantine-color-anchor': '#2dd4bf',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-body': '#11171c',
    '--qsc-line': '#2a343d',
    '--qsc-rail': '#0d1317',
    '--qsc-hover': '#1a2229',
    '--qsc-selected': '#12312f',
  },
});
