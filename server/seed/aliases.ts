interface DemoAlias {
  make: number;
  /** A part of the names that it stands for; empty for all models of the make. */
  name: string;
  text: string;
}

/** By the make's id: `nickname, nickname = a part of the names`. */
const LINES: Record<number, string> = {
  12: 'Beemer, Beamer =',
  28: `HD, Hog =
    Sporty, Sportie = Sportster
    Bagger = Street Glide ; Geezer Glide = Electra Glide`,
  53: `Fireblade, Blade = CBR900RR ; Fireblade, Blade = CBR929RR ; Fireblade, Blade = CBR954RR ; Fireblade, Blade = CBR1000RR
    Wingding = Gold Wing ; Queen of Africa = Africa Twin ; SP1, SP2 = RC51 ; Super Hawk = VTR1000F
    Interceptor, Viffer = VFR750 ; Interceptor, Viffer = VFR800`,
  36: `Kwak, Kawa =
    Zed = Z1000 ; ZZR1100 = ZX-11 ; ZZR1400 = ZX-14`,
  45: 'Goose =',
  58: `Gixxer, Gixer = GSX-R ; Busa = Hayabusa ; Wee-Strom = V-Strom 650 ; Dizzer = DR-Z400`,
  62: 'Bonnie = Bonneville ; Speedy = Speed Triple ; Streety = Street Triple',
  65: 'Wasp =',
  68: 'Mister Max = V-Max ; Fizzer = FZR600 ; Big Ten = XT1200Z',
};

/** Nicknames of the demo catalogue. */
export const demoAliases: DemoAlias[] = Object.entries(LINES).flatMap(([make, lines]) =>
  lines.split(/[\n;]/).flatMap((line) => {
    const [nicknames = '', name = ''] = line.split('=').map((part) => part.trim());
    return nicknames.split(',').map((text) => ({ make: Number(make), name, text: text.trim() }));
  }),
);
