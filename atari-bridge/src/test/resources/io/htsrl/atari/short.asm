; A cartridge for tests of saved states: frames of varying height, each line of each frame in a colour of its own, so
; that the screen's lower part shows, line by line, the last of every other frame that came so far down. The joystick
; decides colours and heights. Of 256 frames 64 come far down, and the others show, below, what those have left. The
; score stays 0 : 0.
;   dasm short.asm -f3 -oshort.bin
        processor 6502
VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
COLUBK  = $09
SWCHA   = $280
COUNT   = $F0
MIXED   = $F1
COLOUR  = $F2

        org $F000
start   sei
        cld
        ldx #$ff
        txs
        inx
        txa
clear   sta $00,x
        inx
        bne clear

frame   lda #2
        sta VBLANK
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        inc COUNT
        lda SWCHA
        eor MIXED               ; all that was pressed so far
        asl
        adc COUNT
        sta MIXED
        sta COLOUR
        ldx #30
blank   sta WSYNC
        dex
        bne blank
        lda #0
        sta VBLANK
        lda MIXED
        and #$3f
        clc
        adc #20                 ; 20 .. 83 lines
        tax
        lda COUNT
        and #$c0                ; a quarter of the frames
        bne shown
        txa
        clc
        adc #120                ; 140 .. 203 lines
        tax
shown   sta WSYNC
        inc COLOUR
        lda COLOUR
        sta COLUBK
        dex
        bne shown
        jmp frame

        org $FFFC
        .word start
        .word start
