/** What is found first in the demo catalogue: the hit, and after `<` what was typed. */
export const FIRST_HITS = `
  Kymco Agility 50 < 50; kymco
  KTM 125 Duke < 125; ktm; duke
  KTM 250 Adventure < 250; adventure
  Arctic Cat Alterra 600 < 600
  Husqvarna 701 Enduro < 701
  Ducati 999 < 999
  MV Agusta Brutale 1000 RR < 1000
  Ducati 1299 Panigale < 1998
  KTM 200 Duke < 2007
  Kawasaki Eliminator 500 CODE_SERIES A132414 < A132414; a-132414
  Honda CB 125F CODE_SERIES A05 < a05
  Honda XR650L CODE_SERIES D05 < d05
  Honda CBR600RR CODE_SERIES J77 < J77; j-77
  Honda CBR600RR CODE_SERIES K77 < k77
  Harley-Davidson Sportster 883 Iron CODE_SERIES DEMO12345 < demo12345
  MV Agusta Brutale 800 CODE_SERIES DEMO12341234 < demo12341234
  Kymco Agility 50 CODE_SERIES DEMO123B < demo123b
  Honda CBR600RR < cbr600 07; cbr600; cbr600rr; cbr 600; honda 2007; cbr60rr
  Honda CBR1000RR-R Fireblade < cbr1000; fireblade; blade
  Honda CBR250RR < cbr; hodna cbr
  Honda CB 500 Hornet < cb 50; hornet
  Honda CB 750 Hornet < cb750; cb 750
  Honda CB 650R < cb650r
  Honda GL1800 Gold Wing < goldwing; gold wing; gl1800; glod wing
  Honda GL1500 Gold Wing < goldwing 98
  Honda Africa Twin CRF1100L < africa twin; africa; crf1100l
  Honda CRF450L < crf450
  Honda CMX300 Rebel < rebel
  Honda CMX500 Rebel < rebel 500
  Honda Shadow VT750 Phantom < shadow
  Honda Grom MSX125 < grom
  Honda Monkey 125 < monkey
  Honda VFR800 < vfr800
  Honda VTR250 < vtr
  Honda ADV160 < honda; hnda
  Honda CB 125F < honda cb; cb125
  Honda CB 500X < cb500x
  Honda CB 500F < cb500f
  Honda NC750X < nc750
  Honda PCX125 < pcx
  Honda Forza 125 < forza
  Honda Transalp XL750 < transalp
  Yamaha YZF-R1 < yamaha r1; r1; yzf; yzfr1
  Yamaha YZF-R6 < r6; r6 2007; yamaha 2007 r6; yzf-r6
  Yamaha MT-07 < mt07; mt 07; 07
  Yamaha MT-09 < mt-09
  Yamaha FZ6 < fz6
  Yamaha FZR600 < fzr600
  Yamaha Tenere 700 < tenere
  Yamaha XT660R < xt660
  Yamaha XSR700 < xsr700
  Yamaha T-Max 560 < tmax
  Yamaha V-Max 1700 < vmax
  Suzuki Address 125 < suzuki; suzki
  Suzuki GSX-R125 < gsxr; gsx-r; gixxer
  Suzuki GSX-R1000 < gsxr1000
  Suzuki GSX-R750 < gsx-r 750
  Suzuki GSX-R600 < gsxr 600 06
  Suzuki GSX1300R Hayabusa < hayabusa; busa; hayabsua
  Suzuki V-Strom 250 < vstrom
  Suzuki V-Strom 650 < v-strom 650
  Suzuki GSX125 Bandit < bandit
  Suzuki SV650 < sv650
  Suzuki DR-Z400S < drz400
  Suzuki DR650 < dr650
  Suzuki Boulevard C50 < boulevard
  Kawasaki Brute Force 300 < kawasaki; kawsaki
  Kawasaki Ninja 125 < ninja
  Kawasaki Ninja 300 < ninja 300
  Kawasaki Ninja 650 < ninja 650
  Kawasaki Ninja ZX-10R < zx10r; zx-10r
  Kawasaki Z900 < z900
  Kawasaki Z1000 < z1000
  Kawasaki Versys 650 < versys
  Kawasaki KLR650 < klr650
  Kawasaki KLX110 < klx
  Kawasaki Vulcan S < vulcan
  Kawasaki W800 < w800
  Kawasaki Concours 14 < concours
  BMW C 400 GT < bmw; beemer
  BMW F 800 GS < gs; f800
  BMW R 1200 GS < r1200gs; r 1200 gs
  BMW S 1000 RR < s1000rr
  BMW K 1600 B < k1600
  BMW G 310 GS < g310
  BMW R 1300 RT < rt
  KTM 390 Duke < duke 390; 390 duke
  KTM 300 EXC < exc 300
  Ducati Desert X < ducati; ducatti
  Ducati Monster 937 < monster
  Ducati Panigale V2 < panigale
  Ducati Multistrada V2 < multistrada
  Mash Scrambler 125 < scrambler
  Ducati Diavel V4 < diavel
  Triumph Bobber < triumph; triumhp
  Triumph Bonneville T100 < bonneville; bonnie
  Triumph Street Triple 765 < street triple
  Triumph Speed Triple 1200 RR < speed triple
  Triumph Tiger 660 Sport < tiger
  Triumph Daytona 660 < daytona
  Triumph Rocket 3 GT < rocket
  Triumph Thruxton RS < thruxton
  Harley-Davidson Electra Glide Police < harley; hd; electra glide; harley davison
  Harley-Davidson Sportster S 1250 < sportster
  Harley-Davidson Fat Boy 114 < fat boy
  Harley-Davidson Dyna Fat Bob FXDF < dyna
  Harley-Davidson Street Glide < street glide
  Harley-Davidson Softail Standard < softail
  Harley-Davidson V-Rod Muscle < v-rod
  Aprilia RS 125 < aprilia; aprila
  Aprilia RSV4 Factory < rsv4
  Aprilia Tuono 125 < tuono
  Moto Guzzi Stelvio < moto guzzi; guzzi
  Moto Guzzi V7 < v7
  Vespa 946 < vespa
  Vespa GTS 300 HPE < vespa 300
  Piaggio 1 Active < piaggio
  Royal Enfield Bear 650 < royal enfield
  Royal Enfield Himalayan 450 < himalayan
  Royal Enfield Classic 350 < classic 350
  Indian Challenger < indian
  Indian Chief < chief
  Husqvarna FE 250 < husqvarna
  Husqvarna Svartpilen 125 < svartpilen
  Beta Alp X < beta
  GasGas EC 250 < gas gas
  Victory Cross Country < victory
  Ural Gear Up < ural
  Can-Am Canyon < can-am
  Can-Am Spyder F3 < spyder
  Can-Am Ryker 600 < ryker
  Polaris General 1000 < polaris
  Buell Hammerhead 1190 < buell
  Hyosung GV 125 Aquila < hyosung
  Benelli 302R < benelli
  Benelli TNT 899 < tnt
  MV Agusta Brutale 800 < mv agusta; brutale
  MV Agusta F4 1000 < f4
  Honda CB 350 H'ness ILCO HD109 < HD109; hd 109
  Honda CB 350 H'ness ILCO X265 < x265
  Honda CB 125F ILCO X84 < x84; x-84
  Honda Africa Twin CRF1100L ILCO HON70MH < HON70MH; hon 70 mh
  Yamaha MT-03 ILCO YM63 < ym63
  Vespa 946 ILCO DEMO 28 < demo 28
  Triumph Bobber SILCA DEMO 331 < demo331
  Cagiva W16 600 < kw16
  Honda CBR900RR < blade 93
  Yamaha Aerox 155 < yamaa
  Kawasaki ER-6n < er6n
  Kawasaki ER-6f < er6f
  Kawasaki Ninja ZX-6R < zx6r; zx 6r
  Kawasaki Ninja ZX-9R < zx9
  Kawasaki Ninja ZX-12R < zx12
  Kawasaki Z750 < z750
  Honda CB 1000R < cb1000r
`;
