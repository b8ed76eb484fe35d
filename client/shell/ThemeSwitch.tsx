import { chakra } from '@chakra-ui/react';
import { themeChoices, useThemeChoice } from './themeChoice';

/** System, light or dark as three radio buttons in a row; signed-in users have the same choice in the user menu. */
export function ThemeSwitch() {
  const [choice, choose] = useThemeChoice();
  return (
    <chakra.fieldset display="flex" flexWrap="wrap" alignItems="center" columnGap={5} rowGap={1}>
      <chakra.legend float={{ md: 'left' }} me={5} color="muted">
        Appearance
      </chakra.legend>
      {themeChoices.map((value) => (
        <chakra.label
          key={value}
          display="inline-flex"
          alignItems="center"
          gap={2}
          minH="control"
          cursor="pointer"
          textTransform="capitalize"
        >
          <chakra.input
            type="radio"
            name="theme"
            boxSize="18px"
            accentColor="accent"
            checked={choice === value}
            onChange={() => choose(value)}
          />
          {value}
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}
